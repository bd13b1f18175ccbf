import { Mic } from 'lucide-react';
import { useStore } from '../chat/use-store.ts';
import { strings } from '../strings/strings.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import styles from './record-button.module.css';
import type { Recorder } from './recorder.ts';

export function RecordButton({
  recorder,
  className,
}: {
  recorder: Recorder;
  className?: string | undefined;
}) {
  const { status } = useStore(recorder.state);
  const isRecording = status === 'recording';

  function toggle(): void {
    if (isRecording) void recorder.stop();
    else if (status === 'starting') void recorder.discard();
    else void recorder.start();
  }

  return (
    <IconButton
      className={classNames(className, isRecording && styles.isRecording)}
      label={strings.voice.record}
      icon={Mic}
      tooltip="none"
      title={isRecording ? strings.voice.stop : strings.voice.record}
      aria-pressed={isRecording}
      isBusy={status === 'sending' || status === 'kept'}
      onClick={toggle}
    />
  );
}
