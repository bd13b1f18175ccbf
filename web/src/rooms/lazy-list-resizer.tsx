import { useIdleComponent } from '../ui/browser/use-idle-component.ts';

/** Loads when the page is idle, because the list has its width before. */
export function LazyListResizer() {
  const [ListResizer] = useIdleComponent(async () => (await import('./list-resizer.tsx')).ListResizer);
  return ListResizer && <ListResizer />;
}
