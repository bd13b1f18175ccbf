import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

export const LazyPeopleCompletion = createIdleComponent(
  async () => (await import('./people-completion.tsx')).PeopleCompletion,
);
