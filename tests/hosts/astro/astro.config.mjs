export default { base: '/courses/attention/', vite: { build: { minify: false } }, devToolbar: { enabled: false } };
