import { createHash } from 'node:crypto';
import type { Sample } from './private-texts.ts';

/**
 * Texts as people write them, in fifteen languages: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
 * Swedish, Russian, Japanese, Chinese, Korean, Hindi and Arabic. Check digits are right, the people are invented.
 */
const texts: Readonly<Record<string, string>> = {
  'phone number': `
Text me on 07700 900 143 if the door is locked
My manager's cell is (415) 555-0137, she picks up fast
call 6 4 6 5 5 5 0 1 9 0 before noon
0️⃣7️⃣7️⃣0️⃣0️⃣9️⃣0️⃣0️⃣2️⃣1️⃣8️⃣ just ring me
Ruf mich an, 0176 2345 6789, ab 18 Uhr
Meine Handynummer: ０１５７１２３４５６７８
Erreichst mich auch so: 0 1 5 1 / 2 3 4 5 6 7 8
Appelle-moi au 06 39 98 21 47 ce soir
mon numéro c'est 07.56.98.12.30
Mi móvil es 612 98 45 30, escríbeme
Llámame al seis uno dos nueve ocho cuatro cinco tres cero
Il mio cellulare è 347 812 5590
chiamami al 333-4567812 dopo cena
Me liga no (11) 98765-4321 amanhã
meu zap é 21 99876 5432
Bel me op 06 2345 6781 voor de repetitie
mijn nummer is 0612349876, stuur maar een appje
Zadzwoń do mnie: 512 345 876
mój numer telefonu to 601-234-987
Ring mig på 070-174 06 35
mitt mobilnummer är 0701740612
Позвони мне: 8 (916) 234-56-78
мой номер +7 903 765 43 21, пиши в любое время
звони 89161234567 после шести
電話は０９０１２３４５６７８です
携帯：080-9876-5432 に連絡ください
LINEがだめなら09023456781にかけて
加我微信或者打13812345678
手机号：１３９８７６５４３２１，晚上联系
我的电话是 137 1234 5678
联系方式：1️⃣5️⃣9️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣
拨打 1 8 6 0 2 3 4 5 6 7 8 找我
제 번호는 010-2345-6789 입니다
연락처 01087654321로 전화 주세요
मेरा नंबर 98765 43210 है
फोन करो: ९८७६५४३२१०
رقم جوالي ٠٥٠١٢٣٤٥٦٧
اتصل بي على 0551234987 بعد العصر
`,
  'home address': `
I live at 48 Ashgrove Road, Bristol, the blue door
Send the tape to my flat: 12B Coldharbour Lane
he moved to 1420 Maple Avenue last week
Meine Adresse ist Lindenstraße 27, 50674 Köln
Sie wohnt in der Gartenstr. 9
j'habite 17 rue des Lilas à Nantes
Mon adresse : 3 bis avenue Jean Jaurès, 69007 Lyon
Vive en la Calle Sagasta 14, tercero derecha
mi casa está en Avenida de América 22
Abito in Via Garibaldi 31, Torino
Moro na Rua das Flores, 215, Porto
Ik woon op de Prinsengracht 412
zijn huis: Dorpsstraat 18, Utrecht
Mieszkam na ul. Długiej 14
jego adres: ul. Polna 8 m. 3
Jag bor på Götgatan 44
hennes adress är Kungsvägen 12
Я живу на ул. Садовая, д. 7, кв. 41
мой адрес: улица Ленина, 25
うちは東京都世田谷区北沢2丁目14番3号です
住所：〒530-0001 大阪府大阪市北区梅田3-1-3
神奈川県横浜市中区本町1-2-3に住んでいます
我家住在北京市朝阳区建国路88号5号楼
地址：上海市徐汇区淮海中路1234弄5号
우리 집은 서울시 마포구 월드컵로 123 이야
주소: 부산광역시 해운대구 센텀중앙로 45
`,
  'identity number': `
my NI number is AB 12 34 56 C
SSN on file: 219-09-9987
Meine Steuernummer: 58963902179
IBAN DE62 3704 0044 0532 0137 77, danke
mon numéro de sécu : 1 85 05 78 006 084 36
il a posté son NIR 292047511504227
Mi DNI es 48213977C
su NIE: Y2765432H
il suo codice fiscale è RSSMRA85T10A562S
cf: bnclra92e54f205c per la fattura
meu CPF é 945.807.302-24
o cpf dele 15736819384, pode conferir
mijn BSN is 904584744
Mój PESEL to 92051412347
PESEL: 85112309870, podaj go w urzędzie
mitt personnummer är 850612-1238
hennes personnummer: 19920314-5561
СНИЛС 112-233-445 95
мой ИНН 500100732185
我的身份证号是110105199103071236
身份证：31011519881124456X 别外传
주민번호 900101-1234568 이에요
आधार नंबर 6056 0865 6901
my Aadhaar is 9029 3138 7585 wait no 7254 8145 4213
AHV 756.9217.0456.77 hat er gepostet
IBAN IT60 X054 2811 1010 0000 0123 456
conta: PT50000201231234567890154
rekening NL42ABNA0417164309 graag
`,
  'card number': `
here is my card 4111 1112 3456 7890 oops 4024 0071 2345 6781
Karte: 5536912345678120, gültig bis 09/28
carta di credito ５５３６ ９１２３ ４５６７ ８１２０
`,
  'email address': `
write to sarah.okafor@outlook.com
schreib an jonas.keller (ät) gmx (punkt) de
mon mail c'est luc.dubois arobase orange point fr
escríbeme a marta_ruiz@hotmail.es
Пиши на ivan.petrov@yandex.ru
`,
};

/** What people write with numbers in it and nothing about anybody. */
const harmless = `
The Lexington, 96-98 Pentonville Road, London N1 9JB, doors 19:30
Gig on Friday at Moth Club, Valette Street, 8 pm, £12
export knob@2x.png and slider@3x.webp for the skin
BPM list: 84, 92, 128, 140, 174
ISRC GB-AYE-24-00123, catalogue WARPCD 305
serial: 4F7K-92LM-0031-88QX
license key 1234-5678-9012-3456-7890
00:00 intro 01:24 verse 02:48 chorus 04:12 outro
rendered 2026-03-14 21:45:07, 48000 Hz, 32 bit
Sold 120 tickets at $15.50, so 1860 dollars in all
MIDI notes 36 38 42 46 49 51 on channel 10
my loop is 16 bars at 93.75 BPM, 10.24 seconds per 4 bars
the 1176 into the LA-2A at -18 dBFS, 4:1, 30 ms
session_240512-1432.wav is the good take
Preis 249,99 €, Versand 5,95 €
Konzert am 14.11.2026, Einlass 19 Uhr, Gleis 22, Hafenweg 34
Katalognummer KOM 0421, EAN 4012345678901
Tempo 128, Takte 1 bis 32, dann 64
Die Datei hat 48000 Hz, 24 Bit, 3:45 Minuten
Seriennummer 0051-2234-981
das Sample geht von 12,5 bis 18,75 Sekunden
Sortie le 21/06/2026 à 18 h, 15 € en prévente
Concert à La Boule Noire, 120 boulevard de Rochechouart, ouverture des portes 19 h
120 BPM, 64 mesures, tonalité de la mineur
100 000 écoutes en 30 jours
numéro de série 2024 0312 7781
la prise 12 dure 3 min 47
fréquences 250 500 1000 2000 4000
Concierto en Sala Apolo, Calle Nou de la Rambla 113, entradas 18 €
el bombo a 60 Hz, la caja a 200 y el aire a 12000
1.250.000 reproducciones en 2025
lanzamiento 03-10-2026, referencia LP 00412
compases 1 5 9 13, luego 17 21 25
pista 07, toma 12, minuto 3:15
El código de barras es 8412345678905
Il concerto è al Circolo Magnolia, Via Circonvallazione Idroscalo 41, ingresso 10 euro
140 BPM, 32 battute, poi 16
prezzo 1.299,00 € invece di 1.549,00 €
traccia 3 dal minuto 02:15 al 02:48
numero di serie 7781 2234 0912
44100, 48000 e 96000 sono le frequenze
O show é no Audio Club, Avenida Francisco Matarazzo 694, abertura 21h
gravado em 12/05/2026 às 14:30
R$ 1.250,00 à vista ou 10 x 139,90
batidas 80, 90, 100 e 110 por minuto
faixa 4, compasso 33, 2:12
número de série 00412-77812
3 500 000 plays em 2024
Optreden in Paradiso, Weteringschans 6, deuren open om 20:00
128 BPM, 24 bit, 96 kHz
kost 89,95 euro, was 119,95
track 5, maat 17 tot 49
serienummer 2210 4432 8871
uitgave 2026-09-18, cat. nr. DEL 0098
buffer 64 128 256 samples
Koncert w klubie Hydrozagadka, ul. 11 Listopada 22, start 20:00
cena 349,99 zł, przesyłka 14,99
tempo 96, potem 192
numer katalogowy PL 00123, rok 2026
wersja 12.1.5 z dnia 2026-02-11
1 200 000 odtworzeń
numer zamówienia 20260312778
Spelning på Debaser, Hornstulls strand 4, insläpp 19:00
128 slag per minut, 64 takter
pris 1 299 kr, rea 899 kr
katalognummer SE 0041, spår 7
tagning 240612-1845 är bäst
serienummer 4471 2290 118
Концерт в клубе 16 тонн, ул. Пресненский Вал, 6, начало в 20:00
120 ударов в минуту, 32 такта
цена 12 500 рублей, было 15 900
серийный номер 4471-2290-1184
трек 3, с 01:15 до 02:40
частоты 60 120 240 480 Гц
релиз 21.11.2026
会場：渋谷CLUB QUATTRO 東京都渋谷区宇田川町32-13 開場18:00
テンポは128、32小節です
2026年11月21日 20:00 リリース
価格は12,800円、送料550円
シリアル番号 1234-5678-9012
1分24秒から2分48秒まで
品番 ABCD-12345
再生回数 1,234,567回
演出地点：北京市东城区交道口南大街8号，票价180元
速度128，共64小节
2026年3月14日 20:00发布
价格1299元，原价1599元
序列号 2024-0312-7781
播放量12345678次
从1分20秒到3分45秒
订单号 20260312778812
공연장: 롤링홀, 서울시 마포구 어울마당로 35, 티켓 33000원
템포 128, 32마디
2026년 11월 21일 20시 발매
가격 129,000원
시리얼 번호 1234-5678-9012
조회수 1234567회
टेम्पो १२८, ३२ बार
कीमत ₹1,299, पहले ₹1,599
रिलीज़ 21/11/2026 को
1:20 से 2:45 तक सुनो
السعر 1299 ريال بدل 1599
الإيقاع ١٢٨ والمدة ٣:٤٥
الحفلة يوم 21/11/2026 الساعة 20:00
الرقم التسلسلي 4471-2290-1184
`;

const lines = (text: string): string[] => text.trim().split('\n');

const samples: readonly Sample[] = [
  ...Object.entries(texts).flatMap(([kind, some]) => lines(some).map((text) => ({ kind, text }))),
  ...lines(harmless).map((text) => ({ kind: null, text })),
];

/** By the hash of the text, so that nobody chooses: every second one of the true and of the harmless is held out. */
const half = (wanted: 0 | 1): readonly Sample[] =>
  [true, false].flatMap((isHarmless) =>
    samples
      .filter(({ kind }) => (kind === null) === isHarmless)
      .map((sample) => ({ sample, hash: createHash('sha256').update(sample.text).digest('hex') }))
      .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
      .filter((_, at) => at % 2 === wanted)
      .map(({ sample }) => sample),
  );

/** The half that rules may be written with. */
export const languagesOpen = half(0);
/** The half of which only the totals are read while rules are written. */
export const languagesHeldOut = half(1);
