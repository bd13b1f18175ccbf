import { useStore } from '../chat/use-store.ts';
import { useDialog } from '../ui/dialog/use-dialog.ts';
import type { Recorder } from './recorder.ts';

/** Loads with the first recording. */
export function LazyRecordingStrip({ recorder }: { recorder: Recorder }) {
  const isShown = useStore(recorder.state).status !== 'idle';
  const [RecordingStrip] = useDialog(
    async () => (await import('./recording-strip.tsx')).RecordingStrip,
    isShown,
    () => undefined,
  );
  return RecordingStrip && <RecordingStrip recorder={recorder} />;
}
