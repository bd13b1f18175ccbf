import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

export const LazyTypingLine = createIdleComponent(async () => (await import('./typing-line.tsx')).TypingLine);
