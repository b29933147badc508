export default {
  title: 'A course',
  base: '/courses/attention/',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  vite: { build: { minify: false } },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'attention-playground' } } },
};
