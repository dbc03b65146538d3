const link = /(?:https?:\/\/|www\.)[^\s<>()[\]"']{1,2000}/giu;

/** How many links to other sites a text has. @param siteUrl the own address, whose pages do not count */
export function linksIn(text: string, siteUrl: string): number {
  const links = text.match(link) ?? [];
  return links.filter((one) => !`${one}/`.startsWith(`${siteUrl}/`)).length;
}
