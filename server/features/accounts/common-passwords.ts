/**
 * The most common passwords of eight characters and more, in lower case: what leaks have shown to be tried first, written
 * down by hand. Variants (capitals, digits and marks at the end, letters as digits) are found by rule: `passwords.ts`.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password password1 password12 password123 password1234 password12345 passw0rd passw0rd1 p@ssw0rd p@ssword
  pa55word pa55w0rd p4ssw0rd password! password1! password123! password01 password2 password3 password5 password7
  password9 password10 password11 password13 password21 password22 password69 password99 passwordpassword
  mypassword mypassword1 newpassword thepassword yourpassword nopassword 12345678 123456789 1234567890 12345678910
  123456789a 1234567a 123456789q 12345678a 123456abc 123456aa 123456qwerty 12345qwert 1234qwer 123qwe123 123qweasd
  123qweasdzxc 123abc123 123123123 12341234 123412345 123454321 1234554321 123321123 12344321 123456654321
  123654789 147258369 147852369 159357456 159753456 741852963 789456123 963852741 987654321 9876543210 0987654321
  0123456789 01234567 012345678 87654321 88888888 11111111 111111111 1111111111 00000000 000000000 0000000000
  22222222 33333333 44444444 55555555 66666666 77777777 99999999 999999999 12121212 13131313 10101010 11223344
  1122334455 112233445566 11112222 12312312 123123qwe 10203040 102030405060 11235813 20202020 20102010 20012001
  20002000 19841984 19851985 19861986 19871987 19881988 19891989 19901990 19911991 19921992 19931993 14141414
  15151515 21212121 23232323 25252525 31415926 314159265 27182818 42424242 69696969 70707070 78787878 89898989
  90909090 98989898 qwertyui qwertyuiop qwertyuiop123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
  qwerty01 qwerty00 qwerty11 qwerty77 qwerty99 qwertyqwerty qwertzuiop qwertz123 qweasdzxc qweasd123 qweqweqwe
  qwe123qwe qwer1234 qwerasdf qwert123 qwert1234 qwert12345 qazwsxedc qazwsxedcrfv qazwsx123 qazxswedc qazqazqaz
  1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r! 1qazxsw2 1qaz1qaz zaq12wsx zaq1zaq1 zaq1xsw2
  2wsx3edc 3edc4rfv 1234qwerasdf asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer asdfg123 asdasdasd asd123asd
  asd12345 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvbnma zxczxczxc zxcasdqwe zxcv1234 zxcvzxcv azertyuiop azerty123
  mnbvcxz1 poiuytrewq lkjhgfdsa abcdefgh abcdefghi abcdefghij abcdefg1 abcd1234 abcd12345 abcde123 abcde12345
  abc12345 abc123456 abc123abc abc123def abcabcabc abcdabcd a1b2c3d4 a1b2c3d4e5 a12345678 a123456789 a1234567
  aa123456 aa12345678 aaaaaaaa aaaaaaaaaa aaa11111 aabbccdd zzzzzzzz xxxxxxxx qqqqqqqq ssssssss dddddddd eeeeeeee
  wwwwwwww q1w2e3r4 q1w2e3r4t5 q12345678 q1q1q1q1 z1x2c3v4 aq1sw2de3 iloveyou iloveyou1 iloveyou2 iloveyou3
  iloveyou12 iloveyou123 iloveyou! iloveyouu iloveyouso iloveyousomuch iloveme1 iloveme2 ilovegod ilovejesus
  ilovemom ilovemyself ilovehim ilovemusic ilovelife lovelove loveyou1 loveyou2 loveyou123 lovely123 loveme123
  lover123 love1234 love12345 love4ever loveforever trustno1 trustnoone letmein1 letmein12 letmein123 letmein!
  letmeinnow openopen opensesame welcome1 welcome12 welcome123 welcome1234 welcome! welcome01 welcome2 changeme
  changeme1 changeme123 changeit default1 secret123 secret12 topsecret master123 masterkey admin123 admin1234
  admin12345 admin123456 adminadmin administrator administrator1 administrator123 root1234 rootroot toor1234
  system123 manager1 support1 guest123 guestguest user1234 username test1234 test12345 testtest testing1
  testing123 test123456 temp1234 temppass temppass123 demo1234 demodemo login123 pass1234 pass12345 passpass
  passport pass@123 pass@word1 baseball baseball1 baseball12 basketball basketball1 football football1 football12
  football123 softball softball1 volleyball soccer12 soccer123 hockey123 swimming wrestling cheerleader skateboard
  snowboard snowboarding surfing1 superman superman1 superman12 superman123 batman123 batman12 spiderman
  spiderman1 spiderman123 ironman1 ironman123 captain1 avengers hulk1234 starwars starwars1 starwars123 startrek
  startrek1 stargate stargate1 enterprise lordoftherings gandalf1 pokemon1 pokemon12 pokemon123 pikachu1
  pikachu123 naruto123 dragonball dragonballz minecraft minecraft1 minecraft123 fortnite fortnite1 roblox123
  callofduty warcraft warcraft1 worldofwarcraft starcraft counterstrike playstation playstation2 playstation3
  xbox3600 nintendo nintendo64 finalfantasy halo1234 gamecube metallica metallica1 slipknot slipknot1 nirvana1
  greenday eminem123 eminem12 linkinpark pinkfloyd ironmaiden beatles1 bobmarley blink182 michaeljackson
  ledzeppelin deftones rammstein radiohead coldplay1 sunshine sunshine1 sunshine2 sunshine12 sunshine123 princess
  princess1 princess2 princess12 princess123 princess13 princesa butterfly butterfly1 butterfly123 flower123
  flowers1 rainbow1 rainbow12 rainbow123 chocolate chocolate1 chocolate2 chocolat cookies1 cookie123 cupcake1
  cupcake123 cheese12 cheese123 cheesecake pizza123 banana123 strawberry orange123 blueberry cherry12 cherry123
  peaches1 pineapple pepper12 pepper123 ginger12 ginger123 cinnamon marshmallow bubblegum bubbles1 sweetpea
  sweetheart sweetie1 sweety123 sugar123 hello123 hello1234 hello12345 hellohello helloworld hello2you hellokitty
  hellokitty1 kitty123 kittycat kittykat kittens1 puppy123 puppies1 doggy123 monkey12 monkey123 monkey1234
  monkeys1 monkeyman dragon12 dragon123 dragon1234 dragons1 shadow12 shadow123 shadow01 tigger12 tigger123
  tiger123 tigers123 lion1234 elephant elephant1 dolphin1 dolphins dolphins1 dolphin123 panther1 panthers penguin1
  penguins turtle12 unicorn1 unicorn123 unicorns eagles12 falcon12 falcons1 phoenix1 scorpion scorpio1 wolfgang
  wolverine bulldog1 bulldogs snoopy12 garfield garfield1 scooby12 scoobydoo tweety12 mickey12 mickeymouse
  winnie12 winniethepooh spongebob spongebob1 barbie123 michael1 michael2 michael12 michael123 michelle michelle1
  michelle123 jennifer jennifer1 jessica1 jessica2 jessica12 jessica123 jonathan jonathan1 jordan12 jordan123
  jordan23 joshua12 joshua123 matthew1 matthew123 andrew12 andrew123 anthony1 anthony123 daniel12 daniel123
  danielle danielle1 david123 robert12 robert123 richard1 thomas12 thomas123 william1 william123 charlie1 charlie2
  charlie12 charlie123 christopher christian christian1 christine christina christina1 alexander alexander1
  alexandra alexandre alexandru alexis12 ashley12 ashley123 amanda12 amanda123 brittany brittany1 brandon1
  brandon123 benjamin benjamin1 cameron1 caroline catherine charlotte chelsea1 chelsea123 courtney crystal1
  dominic1 elizabeth elizabeth1 emily123 ferrari1 florence francesco francisco frederic gabriel1 gabriela
  gabrielle george12 hannah12 hannah123 hunter12 hunter123 isabella isabelle jackson1 jackson5 jasmine1 jasmine123
  jeremiah kimberly kimberly1 lauren12 leonardo lorenzo1 madison1 madison123 margaret marseille martin12 martina1
  maverick melissa1 melissa123 mercedes mercedes1 midnight midnight1 monica12 natalie1 natasha1 nathan12 nathan123
  nicholas nicholas1 nicole12 nicole123 olivia12 patricia patrick1 patrick123 rebecca1 ricardo1 samantha samantha1
  samantha123 sarah123 scarlett sebastian sebastian1 stephanie stephanie1 stephen1 steven12 summer12 summer123
  sophie12 taylor12 taylor123 tiffany1 trinity1 vanessa1 vanessa123 veronica victoria victoria1 vincent1 vladimir
  zachary1 computer computer1 computer12 computer123 internet internet1 internet123 microsoft windows1 windows10
  google123 google12 facebook facebook1 facebook123 instagram youtube1 youtube123 whatsapp twitter1 myspace1
  linkedin samsung1 samsung123 samsunggalaxy iphone123 android1 apple123 macintosh nokia123 motorola laptop12
  keyboard keyboard1 hardware software database database1 network1 server123 security security1 firewall hacker123
  hacked123 access14 access12 accessdenied matrix12 cyberpunk whatever whatever1 whatever2 whatever12 whatever123
  whatsup1 nothing1 nothing123 something something1 anything1 everything forever1 forever2 forever12 forever123
  forever21 foreverlove always12 together remember friends1 friends2 friends12 friends123 friend123 bestfriend
  bestfriends bestfriend1 family123 family12 mother12 father123 brother1 sister12 daughter children babyboy1
  babygirl babygirl1 babygirl2 babygirl12 babygirl123 babybaby baby1234 babydoll babycakes sexy1234 sexygirl
  sexylady hotstuff hottie12 hottie123 fuckyou1 fuckyou2 fuckyou12 fuckyou123 fuckyou! fuckoff1 fuckfuck fuckme69
  asshole1 asshole123 bullshit bullshit1 pussycat dickhead dickhead1 bigdaddy bigdaddy1 bigboy12 liverpool
  liverpool1 liverpool123 arsenal1 arsenal12 arsenal123 chelseafc manchester manutd123 manunited barcelona
  barcelona1 realmadrid realmadrid1 juventus juventus1 acmilan1 bayern123 benfica1 galatasaray fenerbahce besiktas
  steelers steelers1 cowboys1 cowboys12 cowboys123 patriots packers1 redskins broncos1 raiders1 raiders12 lakers24
  lakers123 yankees1 yankees2 yankees12 yankees123 redsox12 dodgers1 gators12 florida1 california newyork1
  newyork123 newyorkcity chicago1 chicago123 dallas12 texas123 boston12 london12 london123 paris123 berlin123
  america1 american american1 australia australia1 brasil123 canada123 england1 england123 ireland1 scotland
  scotland1 germany1 italia123 portugal russia123 istanbul amsterdam mustang1 mustang12 mustang123 corvette
  corvette1 camaro12 porsche1 porsche911 ferrari12 lamborghini chevrolet chevy123 harley12 harley123
  harleydavidson yamaha12 yamaha123 kawasaki suzuki12 toyota12 toyota123 honda123 mitsubishi subaru12 volkswagen
  bmw12345 nissan12 challenger charger1 firebird thunderbird thunder1 thunder12 thunder123 lightning blackbird
  silverado jesus123 jesus1234 jesuschrist jesusislord jesus777 jesussaves godisgood godislove godbless blessed1
  blessing heaven12 heavenly angel123 angel1234 angels12 angelica angelina angelina1 christmas christ123 faith123
  bismillah allah123 allahuakbar mohammed muhammad krishna1 buddha12 genesis1 trinity12 amazing1 awesome1
  awesome123 perfect1 beautiful beautiful1 gorgeous fantastic happy123 happyday happiness smile123 smiley12
  laughter diamonds diamond1 diamond12 diamond123 crystal12 sapphire emerald1 platinum goldfish golden12 silver12
  silver123 money123 money1234 moneymoney makemoney getmoney1 million1 billion1 dollar123 business1 company1
  company123 january1 february september september1 november november1 december december1 october12 summer2019
  summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 winter2019 winter2020 winter2021 winter2022
  winter2023 winter2024 winter2025 spring2020 spring2021 spring2022 spring2023 spring2024 spring2025 autumn2020
  autumn2021 autumn2022 autumn2023 autumn2024 autumn2025 hunter2hunter correcthorsebatterystaple correcthorse
  tinkerbell tinkerbell1 cinderella pocahontas rapunzel snowwhite snowball snowball1 snowman1 snowflake icecream
  icecream1 lollipop lollipop1 jellybean jellybeans gummybear gummybears teddybear teddybear1 honeybee honeybear
  sugarplum moonlight moonlight1 starlight sunflower sunflower1 sunrise1 sunset12 rosebud1 blackjack blackcat
  blackdog blackrose blackout blackstar blackberry blue1234 bluebird bluebell bluesky1 bluemoon green123 greenbay
  redwings redhead1 red12345 yellow12 yellow123 purple12 purple123 pink1234 pinkpink white123 orange12 rockstar
  rockstar1 rockstar12 rocknroll rock1234 guitar12 guitar123 drummer1 bass1234 musician musicman music123
  music1234 musiclover producer dance123 dancer12 dancer123 dancing1 singer12 hiphop123 hiphop12 rapper12 gangster
  gangster1 gangsta1 playboy1 playboy12 playboy123 player12 player123 pimpin12 thuglife westside eastside
  southside killer12 killer123 killer1234 killerman destroyer terminator predator predator1 assassin assassin1
  warrior1 warriors samurai1 ninja123 ninja1234 soldier1 marine12 marines1 sniper12 sniper123 gunner12 ranger12
  rangers1 cowboy12 cowgirl1 pirates1 pirate12 legend12 legend123 champion champion1 winner12 winner123 victory1
  survivor freedom1 freedom12 freedom123 liberty1 justice1 peace123 peaceful harmony1 destiny1 destiny123 mystery1
  magic123 magician wizard12 wizard123 merlin12 excalibur vampire1 vampires zombie12 zombie123 skeleton skeletor
  skywalker lukeskywalker darthvader yoda1234 hogwarts harrypotter harrypotter1 gryffindor slytherin voldemort
  hermione twilight twilight1 edward12 bella123 supernatural gameover gamer123 gaming123 player01 noob1234
  leagueoflegends overwatch valorant valorant1 apexlegends skyrim12 zelda123 kingdomhearts sonic123 mario123
  supermario
`
    .trim()
    .split(/\s+/),
);
