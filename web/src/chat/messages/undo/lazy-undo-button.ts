import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

export const LazyUndoButton = createIdleComponent(() =>
  import('./undo-button.tsx').then(module => module.UndoButton),
);
