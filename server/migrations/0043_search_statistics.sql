-- How common the words of the index are, of three thousand in the place of one: searches ask it how far to look back.
ALTER INDEX "search_documents_words_idx" ALTER COLUMN 1 SET STATISTICS 300;
