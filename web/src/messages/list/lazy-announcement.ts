import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyAnnouncement = createIdleComponent(
  async () => (await import('./announcement.tsx')).Announcement,
);
