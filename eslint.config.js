import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Rules of ESLint itself; those that TypeScript already checks are left to it. */
const plainRules = {
  eqeqeq: 'error',
  'no-constant-binary-expression': 'error',
  'no-console': 'error',
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-param-reassign': 'error',
  'no-self-compare': 'error',
  'no-useless-rename': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'prefer-template': 'error',
};

export default defineConfig(
  // Types for frameworks and the pages of tests/hosts are checked there, where their packages are.
  globalIgnores(['build/', 'dist/', 'tests/hosts/*/', 'web/react.d.ts', 'web/vue.d.ts']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...plainRules,
      // Numbers are what this project prints.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Typed arrays are indexed within bounds that the shapes give: there `!` says "the shape says so".
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Indexing is typed without undefined (see tsconfig.json), so this rule would call every `array[i] ?? x` needless.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Interfaces, types and index signatures: whichever reads best where it stands.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // [...text] is how a text is cut into code points.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Lit binds listeners to their element, and what the stores and players return are closures without `this`.
      '@typescript-eslint/unbound-method': 'off',
      // for (let i …) next to a typed array's index is how the formulas are written.
      '@typescript-eslint/prefer-for-of': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.strict],
    rules: plainRules,
  },
  {
    // Scripts for the terminal.
    files: ['tools/**', '*.config.ts', 'tests/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['tests/**/*.ts'],
    rules: {
      // A test may hand over what the types forbid: that is often the point.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
);
