import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyPeopleCompletion = createIdleComponent(() =>
  import('./people-completion.tsx').then(module => module.PeopleCompletion),
);
