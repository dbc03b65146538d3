import type { GalleryImage } from '#contract/gallery.ts';
import { previewOf } from '#web/features/media/pictures.ts';

interface Site {
  readonly name: string;
  readonly url: string;
}

const noindex = { name: 'robots', content: 'noindex' };

/** What the head needs of an image: loader data, kept small. */
export type ImageFacts = ReturnType<typeof imageFacts>;

/** Takes from an image what the head needs. */
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
export function galleryHead(site: Site, image: ImageFacts | null) {
  if (!image) {
    const url = `${site.url}/gallery`;
    const description = `Pictures by members of ${site.name}.`;
    return {
      meta: [
        { title: `Gallery · ${site.name}` },
        { name: 'description', content: description },
        { property: 'og:title', content: 'Gallery' },
        { property: 'og:description', content: description },
        { property: 'og:type', content: 'website' },
        { property: 'og:url', content: url },
        { name: 'twitter:card', content: 'summary' },
      ],
      links: [{ rel: 'canonical', href: url }],
    };
  }
  const url = `${site.url}/gallery?image=${image.id}`;
  if (!image.isOpen)
    return {
      meta: [{ title: `${image.isAdult ? '18+' : image.title} · ${site.name}` }, noindex],
      links: [{ rel: 'canonical', href: url }],
    };
  const description = image.description === '' ? `An image by ${image.uploader}.` : image.description.slice(0, 300);
  const { preview } = image;
  return {
    meta: [
      { title: `${image.title} · ${site.name}` },
      { name: 'description', content: description },
      { name: 'author', content: image.uploader },
      { property: 'og:title', content: image.title },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'article' },
      { property: 'og:url', content: url },
      ...(preview
        ? [
            { property: 'og:image', content: `${site.url}${preview.url}` },
            { property: 'og:image:width', content: String(preview.width) },
            { property: 'og:image:height', content: String(preview.height) },
            { property: 'og:image:alt', content: image.title },
          ]
        : []),
      { name: 'twitter:card', content: preview ? 'summary_large_image' : 'summary' },
      { name: 'twitter:title', content: image.title },
      { name: 'twitter:description', content: description },
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}
