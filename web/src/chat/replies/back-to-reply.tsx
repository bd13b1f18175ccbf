import { CornerDownLeft } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';

export function BackToReply({ className, onPress }: { className: string | undefined; onPress: () => void }) {
  return (
    <button type="button" className={className} onClick={onPress}>
      <CornerDownLeft size={16} strokeWidth={2.2} aria-hidden />
      {lazyStrings.arrivals.backToReply}
    </button>
  );
}
