import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

export const LazyJumpToLatest = createIdleComponent(() =>
  import('./jump-to-latest.tsx').then(module => module.JumpToLatest),
);
