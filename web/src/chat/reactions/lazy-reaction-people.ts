import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyReactionPeople = createIdleComponent(() =>
  import('./reaction-people.tsx').then(module => module.ReactionPeople),
);
