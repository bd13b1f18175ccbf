import type { QuestionProps } from './confirm-dialog.tsx';
import { useWindow } from './use-dialog.ts';

/** Asks before something is done. Focus returns to where the question came from. */
export function Question(props: QuestionProps) {
  const [Window] = useWindow(
    async () => (await import('./confirm-dialog.tsx')).QuestionWindow,
    props.isOpen,
    props.onClose,
  );
  return Window && <Window {...props} />;
}
