import { Store } from '@snug/client';

export interface PickerRequest {
  /** The picker opens beside it and returns the focus to it. */
  anchor: HTMLElement;
  /** Receives an emoji without a skin tone. */
  onPick: (emoji: string) => void;
}

/** Undefined while the picker is closed. */
export const pickerRequest = new Store<PickerRequest | undefined>(undefined);

export function openEmojiPicker(request: PickerRequest): void {
  pickerRequest.set(request);
}

export function closeEmojiPicker(): void {
  pickerRequest.set(undefined);
}
