import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyStatus = createIdleComponent(() => import('./status-mark.tsx'), 'StatusMark');
