import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

export const LazyReactionPeople = createIdleComponent(
  async () => (await import('./reaction-people.tsx')).ReactionPeople,
);
