import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manifest } from '../../tools/build-manifest.mjs';
import { course } from './course-page.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();
const [{ declarations }] = manifest().modules;
const [declaration] = declarations;
const names = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => name).sort();

it('the manifest in the package is the one of today', () => {
  const built: unknown = JSON.parse(
    readFileSync(new URL('../../dist/embed/custom-elements.json', import.meta.url), 'utf8'),
  );
  expect(built).toEqual(JSON.parse(JSON.stringify(manifest())));
});

it('the manifest names what the element has, and all of it', async () => {
  const { page } = await open({ site: await course('<attention-playground></attention-playground>') });
  const members = declaration.members.map(({ name }) => name);
  const real = await page.locator('attention-playground').evaluate(
    (element, [cssProperties, wanted]) => {
      const { observedAttributes } = element.constructor as unknown as { observedAttributes: string[] };
      const sheets = element.shadowRoot!.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
      const css = sheets.map(({ cssText }) => cssText).join('\n');
      return {
        observedAttributes,
        parts: [...element.shadowRoot!.querySelectorAll('[part]')].map((part) => part.getAttribute('part')!).sort(),
        kinds: wanted.map((name) => (typeof Reflect.get(element, name) === 'function' ? 'method' : 'field')),
        missing: wanted.filter((name) => !(name in element)),
        unused: cssProperties.filter((name) => !css.includes(`${name}:`) && !css.includes(`var(${name}`)),
      };
    },
    [names(declaration.cssProperties), members] as const,
  );
  expect(real.observedAttributes.toSorted()).toEqual(names(declaration.attributes));
  expect(real.parts).toEqual(names(declaration.cssParts));
  expect(real.missing).toEqual([]);
  expect(real.kinds).toEqual(declaration.members.map(({ kind }) => kind));
  expect(real.unused).toEqual([]);
  // Each attribute but the language, which every element has, has its property.
  expect(
    declaration.members
      .flatMap(({ attribute }) => attribute ?? [])
      .concat('lang')
      .sort(),
  ).toEqual(names(declaration.attributes));
});

it('the manifest names the events and methods of the interface, and all of them', () => {
  const api = readFileSync(new URL('../../web/elements/playground-api.ts', import.meta.url), 'utf8');
  const bodyOf = (name: string): string => new RegExp(`interface ${name} \\{(.*?)\\n\\}`, 's').exec(api)![1];
  const events = [...bodyOf('PlaygroundEventMap').matchAll(/^ {2}'?([\w-]+)'?: CustomEvent/gm)].map(([, name]) => name);
  expect(names(declaration.events)).toEqual(events.sort());
  const methods = [...bodyOf('PlaygroundApi').matchAll(/^ {2}(?!get |set )(\w+)\(/gm)].map(([, name]) => name);
  const said = declaration.members.filter(({ kind }) => kind === 'method');
  expect(names(said)).toEqual(methods.sort());
  const props = [...bodyOf('PlaygroundProps').matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name);
  expect(names(declaration.members.filter(({ kind }) => kind === 'field'))).toEqual(props.sort());
});
