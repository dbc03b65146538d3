import { type ReactNode, useState } from 'react';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import type { CropDialogProps } from './crop-dialog.tsx';
import { isAnimated, readPicture, type Shape } from './picture-file.ts';

const CropDialog = latePart<CropDialogProps>(() => import('./crop-dialog.tsx'), {
  name: 'The crop',
  notice: 'float',
});

function unreadable(): void {
  toast({
    title: 'Picture not readable',
    description: 'This browser cannot read that picture. Choose a JPEG, PNG, WebP, AVIF or GIF.',
    kind: 'error',
  });
}

/** Lets the member crop a picture before the upload; animated ones are sent whole. @param onReady gets the file to send */
export function useCrop(
  shape: Shape,
  onReady: (file: File) => void,
): { dialog: ReactNode; begin: (file: File) => void } {
  const [open, setOpen] = useState<{ picture: ImageBitmap; name: string } | null>(null);
  const close = () => {
    open?.picture.close();
    setOpen(null);
  };
  const begin = async (file: File) => {
    CropDialog.preload();
    try {
      const picture = await readPicture(file);
      if (await isAnimated(file)) {
        picture.close();
        onReady(file);
      } else setOpen({ picture, name: file.name });
    } catch {
      unreadable();
    }
  };
  return {
    begin: (file) => void begin(file),
    dialog: open && (
      <CropDialog
        {...open}
        onClose={close}
        onDone={(file) => {
          close();
          onReady(file);
        }}
        onFail={() => {
          close();
          unreadable();
        }}
        onGiveUp={close}
        shape={shape}
      />
    ),
  };
}
