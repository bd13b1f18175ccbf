import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

export const LazySendFailure = createIdleComponent(() =>
  import('./send-failure.tsx').then(module => module.SendFailure),
);
