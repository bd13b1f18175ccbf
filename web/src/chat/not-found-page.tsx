import { LinkButton } from '../ui/link-button.tsx';
import { PageNotice } from '../ui/page-notice.tsx';
import { useTitle } from '../ui/use-title.ts';
import { words } from '../words/words.ts';

/** For an address that leads nowhere in Snug. */
export function NotFoundPage() {
  useTitle(words.shell.noPage);
  return (
    <PageNotice title={words.shell.noPage} words={words.shell.noPageWhy}>
      <LinkButton href="/">{words.shell.toRooms}</LinkButton>
    </PageNotice>
  );
}
