"""English names of the languages that the world's countries list, by ISO 639 code."""

from __future__ import annotations

_CODES = """
aa Afar;abx Inabaknon;ady Adyghe;af Afrikaans;ak Akan;akl Aklanon;am Amharic;ar Arabic;arc Aramaic;
as Assamese;av Avar;ay Aymara;az Azerbaijani;ba Bashkir;bal Baluchi;bcl Central Bikol;be Belarusian;
bem Bemba;ber Berber;bg Bulgarian;bh Bihari;bho Bhojpuri;bi Bislama;bik Bikol;bm Bambara;bn Bengali;
br Breton;brh Brahui;bs Bosnian;bua Buryat;ca Catalan;cab Garifuna;cau Caucasian languages;cbk Chavacano;
ce Chechen;ceb Cebuano;ch Chamorro;chk Chuukese;chm Mari;cmn Mandarin Chinese;co Corsican;cs Czech;
cu Church Slavic;cv Chuvash;cy Welsh;da Danish;dag Dagbani;de German;diq Zazaki;dje Zarma;doi Dogri;
dta Daur;dv Divehi;dz Dzongkha;ee Ewe;el Greek;en English;es Spanish;et Estonian;eu Basque;fa Persian;
ff Fula;fi Finnish;fia Nobiin;fil Filipino;fj Fijian;fo Faroese;fr French;frp Franco-Provençal;fuc Pulaar;
fud Futunan;fy West Frisian;ga Irish;gag Gagauz;gd Scottish Gaelic;gil Gilbertese;gl Galician;gn Guarani;
gu Gujarati;gv Manx;ha Hausa;hak Hakka Chinese;haw Hawaiian;he Hebrew;hi Hindi;hil Hiligaynon;hna Mina;
hns Caribbean Hindustani;ho Hiri Motu;hr Croatian;ht Haitian Creole;hu Hungarian;hy Armenian;hz Herero;
ibg Ibanag;id Indonesian;ig Igbo;ilo Ilocano;inc Indic languages;inh Ingush;is Icelandic;it Italian;
iu Inuktitut;ja Japanese;jv Javanese;ka Georgian;kbd Kabardian;kbp Kabiye;kg Kongo;kk Kazakh;kl Greenlandic;
km Khmer;kn Kannada;ko Korean;kok Konkani;kos Kosraean;kpg Kapingamarangi;kr Kanuri;krc Karachay-Balkar;
krj Kinaray-a;ks Kashmiri;ktu Kituba;ku Kurdish;kun Kunama;kv Komi;ky Kyrgyz;la Latin;lb Luxembourgish;
lg Ganda;ln Lingala;lo Lao;loz Lozi;lt Lithuanian;lua Luba-Lulua;lue Luvale;lun Lunda;lus Mizo;lv Latvian;
mdf Moksha;mdh Maguindanao;men Mende;meu Motu;mey Hassaniya Arabic;mg Malagasy;mh Marshallese;mi Maori;
miq Miskito;mk Macedonian;ml Malayalam;mn Mongolian;mni Manipuri;mnk Mandinka;mns Mansi;mos Mossi;
mr Marathi;mrw Maranao;ms Malay;msb Masbatenyo;mt Maltese;mta Cotabato Manobo;mwl Mirandese;my Burmese;
myv Erzya;na Nauruan;nan Southern Min;naq Khoekhoe;nb Norwegian Bokmål;nd Northern Ndebele;ne Nepali;
niu Niuean;nkr Nukuoro;nl Dutch;nn Norwegian Nynorsk;no Norwegian;nog Nogai;nr Southern Ndebele;nrf Norman;
nso Northern Sotho;ny Chichewa;oc Occitan;om Oromo;or Odia;pa Punjabi;pag Pangasinan;pam Kapampangan;
pap Papiamento;pau Palauan;pl Polish;pon Pohnpeian;pov Guinea-Bissau Creole;ps Pashto;pt Portuguese;
qu Quechua;rm Romansh;rmm Roma;rn Kirundi;ro Romanian;rom Romani;ru Russian;rw Kinyarwanda;sa Sanskrit;
sah Yakut;sat Santali;sc Sardinian;sd Sindhi;se Northern Sami;sg Sango;sgd Surigaonon;sh Serbo-Croatian;
si Sinhala;sid Sidamo;sit Sino-Tibetan languages;sk Slovak;sl Slovene;sm Samoan;sma Southern Sami;
smn Inari Sami;sn Shona;snk Soninke;so Somali;sov Sonsorolese;sq Albanian;sr Serbian;sre Sara;
srn Sranan Tongo;ss Swazi;st Southern Sotho;sv Swedish;sw Swahili;swk Malawi Sena;ta Tamil;te Telugu;
tem Temne;tet Tetum;tg Tajik;th Thai;ti Tigrinya;tig Tigre;tk Turkmen;tkl Tokelauan;tl Tagalog;tn Tswana;
to Tongan;toi Tonga of Zambia;tox Tobian;tpi Tok Pisin;tr Turkish;ts Tsonga;tsg Tausug;tt Tatar;tum Tumbuka;
tut Altaic languages;tvl Tuvaluan;tw Twi;ty Tahitian;tyv Tuvan;udm Udmurt;ug Uyghur;uk Ukrainian;
uli Ulithian;ur Urdu;uz Uzbek;ve Venda;vi Vietnamese;vmw Makhuwa;war Waray;wls Wallisian;wo Wolof;
woe Woleaian;wof Gambian Wolof;wuu Wu Chinese;xal Kalmyk;xh Xhosa;yao Yao;yap Yapese;yka Yakan;yo Yoruba;
yue Cantonese;za Zhuang;zh Chinese;zu Zulu
"""

_NAMES = dict(entry.split(" ", 1) for entry in _CODES.replace("\n", "").split(";"))


def language_name(code: str) -> str:
    """The English name of the language ``code``, of ISO 639-1 or 639-3; an unknown code is its own name.

    >>> language_name("de"), language_name("qqq")
    ('German', 'qqq')
    """
    return _NAMES.get(code, code)
