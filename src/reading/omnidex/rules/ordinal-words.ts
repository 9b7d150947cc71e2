/** For each language, the words for "first", "second", … Accents of Latin letters are folded. A word may have several forms. */
const ORDINALS: readonly (readonly string[])[] = [
  ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
  ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"],
  ["primera|primero", "segunda|segundo", "tercera|tercero", "cuarta|cuarto", "quinta|quinto"],
  ["primeira|primeiro", "segunda|segundo", "terceira|terceiro", "quarta|quarto", "quinta|quinto"],
  ["premiere|premier", "deuxieme|seconde", "troisieme", "quatrieme", "cinquieme"],
  [
    "erste|ersten|erster",
    "zweite|zweiten|zweiter",
    "dritte|dritten|dritter",
    "vierte|vierten|vierter",
    "funfte|funften",
  ],
  ["prima|primo", "seconda|secondo", "terza|terzo", "quarta|quarto", "quinta|quinto"],
  ["eerste", "tweede", "derde", "vierde", "vijfde"],
  ["pierwsza|pierwszy", "druga|drugi", "trzecia|trzeci", "czwarta|czwarty", "piata|piaty"],
  ["birinci", "ikinci", "ucuncu", "dorduncu", "besinci"],
  ["pertama", "kedua", "ketiga", "keempat", "kelima"],
  ["thu nhat|dau tien", "thu hai", "thu ba", "thu tu", "thu nam"],
  [
    "первый|первая|первое",
    "второй|вторая|второе",
    "третий|третья|третье",
    "четвертый|четвёртый|четвертая|четвёртая",
    "пятый|пятая",
  ],
  ["перший|перша", "другий|друга", "третій|третя", "четвертий|четверта", "п'ятий|п'ята"],
  ["الأول|الأولى|الاول|الاولى", "الثاني|الثانية", "الثالث|الثالثة", "الرابع|الرابعة", "الخامس|الخامسة"],
  ["पहला|पहली", "दूसरा|दूसरी", "तीसरा|तीसरी", "चौथा|चौथी", "पाँचवाँ|पांचवां|पाँचवीं"],
  ["প্রথম", "দ্বিতীয়", "তৃতীয়", "চতুর্থ", "পঞ্চম"],
  ["ראשונה", "שנייה|שניה", "שלישית", "רביעית", "חמישית"],
  ["πρωτη|πρώτη", "δευτερη|δεύτερη", "τριτη|τρίτη", "τεταρτη|τέταρτη", "πεμπτη|πέμπτη"],
  ["첫 번째|첫번째", "두 번째|두번째", "세 번째|세번째", "네 번째|네번째", "다섯 번째|다섯번째"],
  ["ที่หนึ่ง|ที่ 1|แรก", "ที่สอง|ที่ 2", "ที่สาม|ที่ 3", "ที่สี่|ที่ 4", "ที่ห้า|ที่ 5"],
  [
    "一番目|1番目|1つ目|一つ目|最初",
    "二番目|2番目|2つ目|二つ目",
    "三番目|3番目|3つ目|三つ目",
    "四番目|4番目|4つ目|四つ目",
    "五番目|5番目|5つ目|五つ目",
  ],
  ...["个", "個", "项", "項", "种", "種", ""].map((counter) =>
    [..."一二三四五六七八九"].map((digit, index) => `第${digit}${counter}|第${index + 1}${counter}`),
  ),
];

/** The position that each ordinal names. */
export const ORDINAL_POSITIONS: ReadonlyMap<string, number> = new Map(
  ORDINALS.flatMap((words) =>
    words.flatMap((forms, position) => forms.split("|").map((form): [string, number] => [form, position])),
  ),
);

/** A pattern of all ordinals, longer ones first. */
export const ORDINAL_FORM = [...ORDINAL_POSITIONS.keys()].sort((one, other) => other.length - one.length).join("|");

/** The words for "last". */
export const LAST_FORM =
  "last|ultima|ultimo|derniere|dernier|letzte[nr]?|последний|последняя|الأخير|الأخيرة|最后一?[个個项項]|最後|마지막|terakhir|cuoi cung|sonuncu";

/** The nouns for an option, in the same languages. */
export const OPTION_NOUN =
  "(?:answer )?(?:options?|choices?|answers?|alternatives?)|opcion|respuesta|alternativa|opcao|resposta|choix|reponse|proposition|antwort|moglichkeit|antwortmoglichkeit|auswahl|opzione|risposta|scelta|optie|antwoord|opcja|odpowiedz|secenek|sik|cevap|opsi|pilihan|jawaban|phuong an|lua chon|dap an|вариант(?: ответа)?|ответ|опция|варіант|відповідь|الخيار|الإجابة|الاختيار|विकल्प|उत्तर|বিকল্প|উত্তর|האפשרות|התשובה|επιλογη|απαντηση|επιλογή|απάντηση|선택지|보기|옵션|답|ตัวเลือก|ข้อ|คำตอบ|の?選択肢|の?答え|选项|選項|答案|选择|選擇|项|項";
