export const AVATAR_SIZE_PX = 200;

/** A square of a picture, in the picture's own px. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Crops the picture at `url` to a PNG. Rejects if the browser cannot encode it. */
export async function cropAvatar(url: string, { x, y, width, height }: CropArea): Promise<Blob> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_SIZE_PX;
  canvas.height = AVATAR_SIZE_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, AVATAR_SIZE_PX, AVATAR_SIZE_PX);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser makes no file of the canvas');
  return blob;
}
