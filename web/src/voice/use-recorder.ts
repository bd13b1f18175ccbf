import type { Chat } from '@snug/client';
import { useContext, useEffect, useState } from 'react';
import { useChat, useMe } from '../chat/chat-context.ts';
import { endReply, getReplyTarget } from '../replies/reply-drafts.ts';
import { showError, showInfo } from '../ui/feedback/toast.ts';
import { Recorder } from './recorder.ts';
import { RecordersContext } from './recorders-context.ts';
import { createRecordingStorage } from './recording-storage.ts';

/** Use it once per room. */
export function useRecorder(roomId: string): Recorder {
  const chat = useChat();
  const { uid } = useMe();
  const recorders = useContext(RecordersContext);
  const [recorder] = useState(() => recorders.get(roomId) ?? createRecorder(roomId, uid, chat));
  useEffect(() => {
    recorders.set(roomId, recorder);
    void recorder.restore();
    return () => void recorder.leave();
  }, [recorders, roomId, recorder]);
  return recorder;
}

function createRecorder(roomId: string, uid: string, chat: Chat): Recorder {
  return new Recorder({
    loadRecording: async () => (await import('./active-recording.ts')).ActiveRecording,
    openMicrophone: async handlers => (await import('./microphone.ts')).openMicrophone(handlers),
    openEncoder: async sampleRate => (await import('./mp3-encoder.ts')).openEncoder(sampleRate),
    send: async ({ id, bytes, details }) => {
      const upload = { id, upload: { bytes, ...details }, target: getReplyTarget(uid, roomId) };
      const { errors } = await chat.outbox.held.send(roomId, [upload]);
      if (errors.length === 0) endReply(uid, roomId);
      return errors[0];
    },
    isStored: async id => (await chat.outbox.listVolatile()).every(item => item.id !== id),
    cancel: id => chat.outbox.held.cancel([id]),
    storage: createRecordingStorage(uid, roomId),
    now: () => Date.now(),
    newId: () => chat.newId(),
    showError,
    showInfo,
  });
}
