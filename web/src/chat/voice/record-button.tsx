import { Mic } from 'lucide-react';
import { useStore } from '../../state/use-store.ts';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { showError } from '../../ui/feedback/toast.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import type { LazyRecorder } from './lazy-recorder.ts';
import styles from './record-button.module.css';

export function RecordButton({
  recorder,
  className,
}: {
  recorder: LazyRecorder;
  className?: string | undefined;
}) {
  const { status } = useStore(recorder.state);
  const isRecording = status === 'recording';

  function toggle(): void {
    const command = isRecording ? 'stop' : status === 'starting' ? 'discard' : 'start';
    recorder.run(command).catch(() => showError(strings.shell.loadFailed));
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
