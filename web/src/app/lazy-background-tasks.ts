import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

export const LazyBackgroundTasks = createIdleComponent(() =>
  import('./background-tasks.tsx').then(module => module.BackgroundTasks),
);
