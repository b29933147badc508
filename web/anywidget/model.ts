/** What anywidget hands to a front-end module: one model for all views of a widget, whose traits live in Python. */
export interface WidgetModel {
  get(trait: string): unknown;
  set(trait: string, value: unknown): void;
  /** Sends to Python what was set. */
  save_changes(): void;
  on(event: `change:${string}`, listener: () => void): void;
  off(event: `change:${string}`, listener: () => void): void;
}

/** Values as JSON has them, by the name of their trait. */
export type TraitValues = Readonly<Record<string, unknown>>;

/** Whether both are the same in JSON. What is not there is null, as Python has it. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
