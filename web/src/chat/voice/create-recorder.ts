import type { Chat, ReplyTarget, Store } from '@snug/client';
import { getHeldUploads } from '@snug/client/outbox/held-uploads.ts';
import { isSameTarget } from '../../state/draft.ts';
import type { Drafts } from '../../state/drafts.ts';
import { sends } from '../../state/sends.ts';
import { showError, showInfo } from '../../ui/feedback/toast.ts';
import { endReply, getReplyTarget } from '../replies/reply-drafts.ts';
import { Recorder, type RecorderState } from './recorder.ts';
import { createRecordingStorage } from './recording-storage.ts';
import { sendRecording } from './send-recording.ts';

interface RecorderOptions {
  roomId: string;
  uid: string;
  chat: Chat;
  drafts: Drafts;
  state: Store<RecorderState>;
}

export function createRecorder({ roomId, uid, chat, drafts, state }: RecorderOptions): Recorder {
  const held = getHeldUploads(chat.outbox);
  const { state: connection } = chat.connection;
  let target: ReplyTarget | undefined;
  return new Recorder(
    {
      openMicrophone: async handlers => (await import('./microphone.ts')).openMicrophone(handlers),
      openEncoder: async sampleRate => (await import('./mp3-encoder.ts')).openEncoder(sampleRate),
      send: async (recording, isAgain) => {
        if (!isAgain) {
          sends.emit(roomId);
          target = getReplyTarget(drafts, roomId);
        }
        const error = await sendRecording(held, roomId, recording, target);
        // The person may have begun another answer meanwhile.
        if (!error && isSameTarget(drafts.room(roomId).get().target, target)) endReply(drafts, roomId);
        return error;
      },
      onReconnected: listener =>
        connection.subscribe(() => connection.get().status === 'connected' && listener()),
      isStored: async id => (await chat.outbox.listVolatile()).every(item => item.id !== id),
      cancel: id => held.cancel([id]),
      storage: createRecordingStorage(uid, roomId),
      getMaxFileBytes: () => chat.outbox.maxFileBytes.get(),
      now: () => Date.now(),
      newId: () => chat.newId(),
      showError,
      showInfo,
    },
    state,
  );
}
