import { useContext, useEffect, useState } from 'react';
import { useChat, useDrafts, useMe } from '../../state/chat-context.ts';
import { whenIdle } from '../../ui/browser/when-idle.ts';
import { LazyRecorder } from './lazy-recorder.ts';
import { RecordersContext } from './recorders-context.ts';

/** Use it once per room. */
export function useRecorder(roomId: string): LazyRecorder {
  const chat = useChat();
  const { uid } = useMe();
  const drafts = useDrafts();
  const recorders = useContext(RecordersContext);
  const [recorder] = useState(
    () =>
      recorders.get(roomId) ??
      new LazyRecorder(state =>
        import('./create-recorder.ts').then(module =>
          module.createRecorder({ roomId, uid, chat, drafts, state }),
        ),
      ),
  );
  useEffect(() => {
    recorders.set(roomId, recorder);
    void restoreWhenIdle(recorder);
    return () => {
      if (recorder.state.get().status !== 'idle') void recorder.run('leave');
    };
  }, [recorders, roomId, recorder]);
  return recorder;
}

async function restoreWhenIdle(recorder: LazyRecorder): Promise<void> {
  await whenIdle();
  await recorder.run('restore').catch(() => {
    // The first recording loads the code again and reports the error.
  });
}
