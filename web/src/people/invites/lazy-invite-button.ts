import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

/** Only empty private rooms show it. */
export const LazyInviteButton = createIdleComponent(() =>
  import('./invite-button.tsx').then(module => module.InviteButton),
);
