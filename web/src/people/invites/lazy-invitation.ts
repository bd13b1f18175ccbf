import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

/** Only new rooms show it. */
export const LazyInvitation = createIdleComponent(() =>
  import('./invitation.tsx').then(module => module.Invitation),
);
