import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

/** Only new rooms show it. */
export const LazyInvitation = createIdleComponent(async () => (await import('./invitation.tsx')).Invitation);
