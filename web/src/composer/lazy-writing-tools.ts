import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

export const LazyWritingTools = createIdleComponent(
  async () => (await import('./writing-tools.tsx')).WritingTools,
);
