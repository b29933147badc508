interface Named {
  readonly name: string;
  readonly description: string;
}

export interface ElementDeclaration {
  readonly tagName: string;
  readonly attributes: readonly (Named & { readonly fieldName?: string; readonly type: { readonly text: string } })[];
  readonly members: readonly (Named & { readonly kind: 'field' | 'method'; readonly attribute?: string })[];
  readonly events: readonly Named[];
  readonly cssProperties: readonly Named[];
  readonly cssParts: readonly Named[];
}

export declare function manifest(): {
  readonly schemaVersion: string;
  readonly modules: readonly [{ readonly path: string; readonly declarations: readonly [ElementDeclaration] }];
};
