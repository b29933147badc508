import { loadElement } from './load-element.ts';
import type { WidgetModel } from './model.ts';
import { connectView } from './view.ts';

/** The front-end module of attention_playground.py, as anywidget takes it: draws one view of a widget, and gives the way out. */
async function render({ model, el }: { model: WidgetModel; el: HTMLElement }): Promise<() => void> {
  const Playground = await loadElement();
  return connectView(model, new Playground(), el);
}

export default { render };
