/** The address of the gallery with a search and an open image. */
export function galleryAddress(search: string, image: string | null): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (image !== null) query.set('image', image);
  return query.size === 0 ? '/gallery' : `/gallery?${query.toString()}`;
}
