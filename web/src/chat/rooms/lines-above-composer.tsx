import type { Room } from '@snug/protocol';
import { AskLine } from '../../notifications/ask/ask-line.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { RetentionNotice } from './retention/retention-notice.tsx';

/** What loads when the page is idle. `room`: undefined until it is known. */
export function LinesAboveComposer({ room }: { room: Room | undefined }) {
  return (
    <>
      {room && <RetentionNotice room={room} />}
      <AskLine onAnswered={focusComposer} />
    </>
  );
}
