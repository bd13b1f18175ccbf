import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Button } from './button.tsx';

interface MoreButtonProps {
  hasMore: boolean;
  isBusy: boolean;
  onClick: () => void;
}

export function MoreButton({ hasMore, isBusy, onClick }: MoreButtonProps) {
  return (
    hasMore && (
      <Button isBusy={isBusy} onClick={onClick}>
        {lazyStrings.admin.more}
      </Button>
    )
  );
}
