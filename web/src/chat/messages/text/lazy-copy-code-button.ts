import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

export const LazyCopyCodeButton = createIdleComponent(() =>
  import('./copy-code-button.tsx').then(module => module.CopyCodeButton),
);
