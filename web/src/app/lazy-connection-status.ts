import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

export const LazyConnectionStatus = createIdleComponent(() =>
  import('./connection-status.tsx').then(module => module.ConnectionStatus),
);
