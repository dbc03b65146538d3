import type { GalleryImage } from '#features/gallery/contract/endpoints.ts';
import { previewOf } from '#content/media/web/pictures.ts';
import { type HeadSite, closedHead, pageHead } from '#platform/web/lib/page/page-head.ts';

/** The fields of an image that the head needs, as small loader data. */
export type ImageFacts = ReturnType<typeof imageFacts>;

/** Picks the fields of an image that the head needs. */
export function imageFacts(image: GalleryImage) {
  return {
    id: image.id,
    title: image.title,
    description: image.description,
    uploader: image.uploader.displayName,
    isOpen: image.state === 'approved' && !image.isAdult,
    isAdult: image.isAdult,
    preview: previewOf(image.file),
  };
}

/** Head of the gallery, or of one image that is open in it. It has nothing of an image that is 18+ or not approved. */
export function galleryHead(site: HeadSite, image: ImageFacts | null) {
  if (!image)
    return pageHead(site, {
      path: '/gallery',
      title: 'Gallery',
      description: `Pictures by members of ${site.name}.`,
      links: [{ rel: 'alternate', type: 'application/atom+xml', href: '/gallery.atom', title: 'Gallery' }],
    });
  const path = `/gallery?image=${image.id}`;
  if (!image.isOpen) return closedHead(site, image.isAdult ? '18+' : image.title, path);
  return pageHead(site, {
    path,
    title: image.title,
    description: image.description === '' ? `An image by ${image.uploader}.` : image.description.slice(0, 300),
    author: image.uploader,
    type: 'article',
    ...(image.preview && { picture: image.preview }),
  });
}
