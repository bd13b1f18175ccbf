import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

export const LazyAnnouncement = createIdleComponent(() =>
  import('./announcement.tsx').then(module => module.Announcement),
);
