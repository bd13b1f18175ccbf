import { useStore } from '../../state/use-store.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import type { LazyRecorder } from './lazy-recorder.ts';

/** Loads with the first recording. */
export function LazyRecordingStrip({ recorder }: { recorder: LazyRecorder }) {
  const isShown = useStore(recorder.state).status !== 'idle';
  const [RecordingStrip] = useDialog(
    () => import('./recording-strip.tsx').then(module => module.RecordingStrip),
    isShown,
    () => undefined,
  );
  return RecordingStrip && <RecordingStrip recorder={recorder} />;
}
