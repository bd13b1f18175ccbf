import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { WaysIn } from './ways-in.tsx';

export function WaysInDialog({ isOpen, onOpenChange }: DialogState) {
  return (
    <Dialog title={lazyStrings.waysIn.title} isOpen={isOpen} onOpenChange={onOpenChange}>
      <WaysIn onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
