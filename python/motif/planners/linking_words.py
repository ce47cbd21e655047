"""Which words of a question hardly name anything: ordinary ones, and those that the graph's schema is made of."""

from __future__ import annotations

from collections.abc import Iterable

from motif.graphs.projection import Projection
from motif.indexes.names import normalise, readable
from motif.planners.reading.lemmas import stem


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS_BY_LANGUAGE = {
    "English": _words(
        """
        a about above across after again against ago all along already also although always am among an and
        another any anybody anyone anything are around as at away back be because been before behind being
        below beside besides between beyond both but by can cannot could d did do does doing done down
        during each either else ever every everybody everyone everything except few for from further had has
        have having he her here hers herself him himself his how however i if in inside into is it its
        itself just least less like ll m many may me might mine more most much must my myself near neither
        never no nobody none nor not nothing now of off often on once one ones only onto or other others our
        ours ourselves out outside over own per perhaps please quite rather re s same shall she should since
        so some somebody someone something somewhere still such t than that the their theirs them themselves
        then there therefore these they thing things this those though through throughout thus to together
        too toward towards under until unto up upon us ve very via was we were what whatever when whenever
        where wherever whether which whichever while who whoever whole whom whose why will with within
        without would yes yet you your yours yourself zero two three first second third last next
        """
    ),
    "German": _words(
        """
        ab am an auf aus bei beim bis das dass dem den der des die diese dieser durch ein eine einem einen
        einer eines er es fur gegen gibt hat haben ich ihr im in ist kein mit nach oder sein sie sind uber
        um und uns vom von vor war waren was welche welchem welchen welcher welches wem wen wer werden
        wessen wie wieviele wird wo wurde wurden zu zum zur
        """
    ),
    "French": _words(
        """
        a au aux avec c ce ces cette combien d dans de des dont du elle en est et eu il ils j l la le les
        leur lequel laquelle mais ne on ont ou par pas pour qu quand que quel quelle quels quelles qui quoi
        s sa se ses son sont sur un une y
        """
    ),
    "Spanish": _words(
        """
        a al con cual cuales cuando cuantas cuantos de del donde e el ella en entre es esta este fue ha han
        hay la las le lo los mas no o para por que quien quienes se sin son su sus un una unas unos y
        """
    ),
    "Italian": _words(
        """
        a ad al alla che chi con cosa cui da dal dalla dei del della delle di dove e ed gli ha hanno i il in
        l la le lo ma nel nella non per piu qual quale quali quando quanti quanto si sono su sua suo tra un
        una uno
        """
    ),
    "Portuguese": _words(
        """
        a ao aos as com como da das de do dos e ela ele em entre foi foram ha na nas no nos o onde os ou
        para pela pelo por qual quais quando quantos que quem sao se seu sua um uma
        """
    ),
    "Dutch": _words(
        """
        aan als bij dan dat de deze die door dit een en er haar had heeft het hij hoe hoeveel hun ik in is
        maar met naar niet of om ook op over te tot uit van voor waar wanneer was wat welk welke werd werden
        wie wordt zijn
        """
    ),
}
"""Words that bind others, normalised, of the languages most often asked in."""

FUNCTION_WORDS = frozenset().union(*FUNCTION_WORDS_BY_LANGUAGE.values())
"""Those of all languages."""

COMMON_WORDS = _words(
    """
    able accept accepted access according account achieve achieved acquire acquired act acted acting actor
    actress actually add added address adult advance affect affected afraid age agree agreed agreement air allow
    allowed almost alone alternative amazing amount announce announced annual answer apart appear appeared
    appears apply approach approximate approximately area areas arrive arrived article ask aspect assigned
    associate associated attend attended attribute attributes audience author available average avoid award
    awarded awards aware bad based bear bears beautiful became become began begin beginning behaviour believe
    belong belonged belongs benefit best better big birth birthday birthplace bit body book books border
    bordered bordering borders born bottom boundary boy boys break bring brother brothers build building
    buildings built business busy buy calculate call called calls came candidate capable capital capitals care
    career carried carry case cases cast category caught cause caused causes celebrate center central centre
    century certain chance change changed changes character characters cheap check child children choose chosen
    cities citizen citizens city claim class classed classified clear close closed closely closest club co code
    collaborate collaborated colleague collection collections color colour column combine come comes common
    commonly community company compare compared compete complete completed compose composed composer comprise
    concept concern concerned concerning condition conduct connected consider considered consist constructed
    contain contained contains continent continue control cool correct correspond cost count countries country
    couple cover covered covers create created creation creator credit credited credits crew currency current
    currently cut dad data database databases dataset date dates daughter day days deal dealt dear death decade
    decide declared deep default define defined definition degree deliver depend dependent depends depict
    depicted describe described description design designed detail details determine develop developed device
    die died differ difference different differs difficult direct directed directing direction directly director
    directors directs discover discovered discuss discussed display distance distinct distribute distributed
    divide division document documents domain down drive dub earlier earliest early earn earned easy eat
    education effect eldest elected element elements email embrace employ enable end ended entire entities
    entitled entity entry equal especially establish established estimate event events eventually evidence exact
    exactly example examples except exclude excluding executive exist exists expect expensive experience explain
    explanation express extend extent face fact facts fail fall fallen falls families family famous fan far fast
    father favorite favourite feature featured features featuring feel female few fewer fewest field fields
    fight figure figures fill film filmed films final finally find fine finish finished fit fits fix focus
    follow followed following follows food force foreign form formed former forms forward found founded founder
    founders founding free frequent frequently friend friends front full function future gain game games gather
    gave gender general generally genre genres get gets girl girls give given gives go goes good got governed
    government graph great greater greatest ground group grow growing guess guy had half hand handle happen
    happened hard hear heard held help helped helping high higher highest hit hold holds homes hot hour hours
    however huge husband idea identical identified identifier identify image impact important include included
    includes individual information inspired instance instances instead institution interest interested
    interesting internal introduce introduced invent invented involve involved involving issue item items itself
    job jobs join joined joint keep kept key keyword keywords kid kids kill killed kind kinds know known
    language languages large larger largest late later latest launch launched lead leader leading learn learned
    least leave led left legal length lesser let letter letters level licence license licensed lie lies life
    likely line link linked links list listed listen listing lists literature little live lived lives living
    load local located location long longer longest look looking looks lose lost lot lots loved low lower lowest
    machine made main maintain maintained major majority make maker makes making male man manage managed manager
    many map mark market married marry match matches material matter maximum mayor mean meaning means measure
    media medium meet meets member members men mention mentioned mentions met method middle mine minimum minute
    minutes miss missing model modern mom moment month months most mother move moved movie movies mum name named
    names narrative nation nationality native natural nature near nearest necessary need needed needs neighbor
    neighboring neighbors neighbour neighbouring neighbours neither new newest news nice night nominated normal
    notable note number numbers object objects obtain obtained occupation occur occurred offer offered office
    official officially often okay old older oldest ones open opened operate operated opinion option order
    ordered organisation organization origin original originally originate originated others owned owner owners
    owns page paid paint painted pair paper papers parent parents part participate participated particular
    partly partner partners parts party pass passed past pay people percent percentage perform performance
    performed performer performs period permanent person personal persons phone photo physical pick picture
    pictures piece place places plan play played player plays plot point popular population populations portray
    portrayed position possible practice premiere premiered prepare present presented president previous
    previously price primarily primary print prior private prize probably problem process produce produced
    producer produces producing product production profession professional program project properties property
    protagonist prove provide provided provider provides providing province provinces public publication
    publications publish published publisher purpose put quality quantity question questions quick quote range
    rank ranked rate rated rating ratings reach read reader real really reason receive received recent recently
    recommend record recorded refer reference references refers regarding region regions register registered
    registry relate related relates relation relations relationship relationships relative relatives release
    released releases releasing religion rely remain remake remember report reported represent represented
    require required research reside resident resource resources respective responsible rest result results
    return right river rivers role roles room row ruled ruler run running runs said same saw say scene school
    scientific score screen screenplay screenwriter screenwriters script scriptwriter scriptwriters search
    section see seen select sell send separate sequel series serve served serves service set sets setting
    several sex shape share shared shares shoot shooting shop short shortest shot show shown shows sibling side
    sides sign signed significant similar simple simply single sister sisters site situated size sizes slow
    small smallest sold solve son soon sort sound source sources space speak speaker speakers speaks special
    species specific specify spend spoke spoken spouse spouses stand standard standing star starred starring
    stars start started state stated stay step stop store stories story street strong structure student students
    studied study style sub subject subjects subregion success successful suggest suitable support supported
    supports surface surname table tag tags take taken talk taught teach teacher team teams technical tell
    temperature term terms test text thank thanks theatre theme themes think thought time times timezone tiny
    title titles today together told top topic topics total touch toward town track trade train translate
    translated travel tree true try turn tv twin type types unique unit units unknown upcoming updated use used
    user uses using usual usually value various version versions video view viewers visit voice vote voted votes
    wait walk want wanted was watch watched way website wed week weeks weight went wide widely wife win winner
    winning wish with wives woman women won wonder wondering word words work worked workplace works world worst
    worth write writer writers writes writing written wrote year years yesterday young youngest youth
    """
)
"""Words that questions are made of, in English, normalised: they name something only when they are written so."""


def languages_of(words: Iterable[str]) -> list[str]:
    """The languages of `FUNCTION_WORDS_BY_LANGUAGE` that know most of some normalised words; English for none.

    >>> languages_of("welche filme hat er gedreht".split()), languages_of("films like the con".split())
    (['German'], ['English'])
    """
    asked = list(words)
    hits = {name: sum(word in known for word in asked) for name, known in FUNCTION_WORDS_BY_LANGUAGE.items()}
    best = max(hits.values())
    return [name for name, count in hits.items() if count == best] if best else ["English"]


class SchemaWords:
    """The words of a graph's labels, relations and property names, by their stems.

    >>> from motif.catalog.triples import from_triples
    >>> words = SchemaWords(from_triples([("Heat", "directed_by", "Mann")], {"Heat": "Film"}))
    >>> words.holds("films"), words.holds("directors"), words.holds("heat")
    (True, True, False)
    """

    def __init__(self, projection: Projection) -> None:
        links = projection.relationships
        texts = [*projection.labels, *links.relations, *links.types]
        texts += [*projection.nodes.properties, *links.properties]
        self._whole = {normalise(readable(text)) for text in texts}
        self._stems = stems_of(texts)
        self.property_stems = {name: stems_of([name]) for name in projection.nodes.properties}
        self.label_stems = {label: stems_of([label]) for label in projection.labels}
        self.relation_stems = [stems_of([relation]) for relation in links.relations]

    def holds(self, word: str) -> bool:
        """Whether a normalised word is one of them, in whatever form."""
        return stem(word) in self._stems

    def is_name(self, text: str) -> bool:
        """Whether ``text`` is the whole name of a label, relation or property."""
        return normalise(readable(text)) in self._whole


def stems_of(texts: Iterable[str]) -> frozenset[str]:
    """Stems of the words of names of labels or relations, without the words that bind others."""
    words = {word for text in texts for word in normalise(readable(text)).split()}
    return frozenset(stem(word) for word in words - FUNCTION_WORDS)
