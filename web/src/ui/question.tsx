import type { QuestionProps } from './question-window.tsx';
import { useWindow } from './use-window.ts';

/** Asks before something is done. Focus returns to where the question came from. */
export function Question(props: QuestionProps) {
  const [Window] = useWindow(
    async () => (await import('./question-window.tsx')).QuestionWindow,
    props.isOpen,
    props.onClose,
  );
  return Window && <Window {...props} />;
}
