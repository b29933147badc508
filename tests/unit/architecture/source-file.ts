import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface SourceFile {
  /** From the top of the repository, with slashes: `web/views/heatmap.ts`. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  /** As written: `../contract/index.ts`, `lit`. */
  readonly specifier: string;
  /** Nothing of it is left when the code runs. */
  readonly isTypeOnly: boolean;
  /** The values taken by name; `*` for all of them. */
  readonly names: readonly string[];
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** All files under `folder` whose name ends in one of `extensions`. */
export function readSources(folder: string, extensions: readonly string[]): SourceFile[] {
  return readdirSync(`${repository}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .sort()
    .map(readSource);
}

export function readSource(path: string): SourceFile {
  return { path, text: readFileSync(`${repository}${path}`, 'utf8') };
}

/** Every rule reads every file: parsed once each. */
const parsed = new WeakMap<SourceFile, ts.SourceFile>();

function parse(file: SourceFile): ts.SourceFile {
  const tree = parsed.get(file) ?? ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  parsed.set(file, tree);
  return tree;
}

/** What is imported or exported from elsewhere, dynamic imports and `import()` types included. */
export function importsOf(file: SourceFile): Import[] {
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ specifier: node.moduleSpecifier.text, ...valuesOf(node.importClause) });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly, names: ['*'] });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteralLike(specifier)) {
        imports.push({ specifier: specifier.text, isTypeOnly: false, names: ['*'] });
      }
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) {
        imports.push({ specifier: node.argument.literal.text, isTypeOnly: true, names: [] });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return imports;
}

function valuesOf(clause: ts.ImportClause | undefined): Pick<Import, 'isTypeOnly' | 'names'> {
  if (!clause) return { isTypeOnly: false, names: ['*'] };
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return { isTypeOnly: true, names: [] };
  const names: string[] = clause.name ? ['default'] : [];
  const bindings = clause.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) names.push('*');
  if (bindings && ts.isNamedImports(bindings)) {
    for (const element of bindings.elements) {
      if (!element.isTypeOnly) names.push((element.propertyName ?? element.name).text);
    }
  }
  return { isTypeOnly: names.length === 0, names };
}

/** The code without its comments, in which a rule's word may well be explained. */
export function withoutComments(file: SourceFile): string {
  return ts.createPrinter({ removeComments: true }).printFile(parse(file));
}
