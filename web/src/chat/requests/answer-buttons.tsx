import { roomPath } from '../../state/room-path.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { Button } from '../../ui/form/button.tsx';
import { goToList } from '../rooms/list/go-to-list.ts';
import { useSetOption } from '../rooms/use-set-option.ts';

const { requests: texts } = lazyStrings;

interface AnswerButtonsProps {
  roomId: string;
  /** The id of the element with the name of the conversation. */
  describedBy?: string;
  onAccepted?: () => void;
}

/** To accept opens the conversation. Nobody else learns of the answer. */
export function AnswerButtons({ roomId, describedBy, onAccepted }: AnswerButtonsProps) {
  const setOption = useSetOption(roomId);

  function accept(): void {
    void setOption({ request: null });
    onAccepted?.();
    if (location.pathname !== roomPath(roomId)) navigate(roomPath(roomId));
  }

  function decline(): void {
    goToList(roomId);
    void setOption({ request: 'declined' });
  }

  return (
    <>
      <Button aria-describedby={describedBy} onClick={decline}>
        {texts.decline}
      </Button>
      <Button variant="main" aria-describedby={describedBy} onClick={accept}>
        {texts.accept}
      </Button>
    </>
  );
}
