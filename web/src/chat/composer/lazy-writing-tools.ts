import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyWritingTools = createIdleComponent(() =>
  import('./writing-tools.tsx').then(module => module.WritingTools),
);
