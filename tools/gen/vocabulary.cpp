// Word lists. Appending to a list changes what a seed generates: regenerate examples/ afterwards.
#include "tools/gen/vocabulary.h"

namespace seedc::gen {
namespace {

using Word = std::string_view;

constexpr Word kCoffeeDrinks[] = {"espresso",      "cortado",        "flat white",   "cold brew",
                                  "vanilla latte", "oat milk latte", "café au lait", "mocha",
                                  "pour over",     "macchiato",      "cappuccino",   "affogato"};
constexpr Word kCoffeeDishes[] = {"blueberry muffin",  "almond croissant", "avocado toast",
                                  "banana bread",      "cinnamon roll",    "lemon scone",
                                  "breakfast burrito", "granola bowl"};
constexpr Word kCoffeeExtras[] = {"Breakfast & Brunch", "Coffee Roasteries", "Bakeries",
                                  "Sandwiches",         "Art Galleries",     "Vinyl Records"};

constexpr Word kBakeryDrinks[] = {"drip coffee", "chai latte", "hot chocolate",
                                  "cappuccino",  "earl grey",  "lemonade"};
constexpr Word kBakeryDishes[] = {"sourdough loaf", "pain au chocolat", "crème brûlée tart",
                                  "challah",        "éclair",           "morning bun",
                                  "spinach quiche", "rye bread",        "cannoli"};
constexpr Word kBakeryExtras[] = {"Desserts", "Patisserie/Cake Shop", "Sandwiches", "Gluten-Free",
                                  "Custom Cakes"};

constexpr Word kTeaDrinks[] = {"jasmine tea", "matcha latte", "oolong",           "rooibos",
                               "chai",        "hōjicha",      "iced hibiscus tea"};
constexpr Word kTeaDishes[] = {"cucumber sandwich", "scones with jam", "lavender cake",
                               "matcha cheesecake", "petit fours",     "shortbread"};
constexpr Word kTeaExtras[] = {"Tea Rooms", "Desserts", "Vegetarian", "Gift Shops"};

constexpr Word kBrunchDrinks[] = {"bloody mary",        "mimosa",     "drip coffee",
                                  "fresh orange juice", "iced latte", "espresso martini"};
constexpr Word kBrunchDishes[] = {
    "eggs benedict",    "shakshuka",     "buttermilk pancakes", "french toast",
    "huevos rancheros", "jalapeño hash", "smoked salmon bagel", "chicken and waffles"};
constexpr Word kBrunchExtras[] = {"American (New)", "American (Traditional)", "Vegetarian",
                                  "Diners", "Cocktail Bars"};

constexpr Word kBookshopDrinks[] = {"americano", "earl grey", "vanilla latte",
                                    "hot cider", "mocha",     "rooibos"};
constexpr Word kBookshopDishes[] = {"grilled cheese", "tomato soup",    "carrot cake",
                                    "oatmeal cookie", "walnut brownie", "hummus plate"};
constexpr Word kBookshopExtras[] = {"Bookstores", "Used Bookstore", "Arts & Entertainment",
                                    "Themed Cafes", "Vegetarian"};

constexpr Word kGelatoDrinks[] = {"espresso", "affogato", "iced mocha", "italian soda"};
constexpr Word kGelatoDishes[] = {"pistachio gelato", "stracciatella",   "lemon sorbet",
                                  "tiramisu",         "hazelnut gelato", "brioche sandwich"};
constexpr Word kGelatoExtras[] = {"Ice Cream & Frozen Yogurt", "Desserts", "Italian", "Vegan"};

constexpr Word kWineDrinks[] = {"house red",   "rosé",     "pinot noir",
                                "local cider", "prosecco", "espresso martini"};
constexpr Word kWineDishes[] = {"cheese board",  "charcuterie", "patatas bravas", "mussels",
                                "truffle fries", "flatbread",   "crème brûlée",   "burrata"};
constexpr Word kWineExtras[] = {"Bars",         "Nightlife",     "Tapas/Small Plates",
                                "Music Venues", "Cocktail Bars", "French"};

constexpr Word kBobaDrinks[] = {"taro milk tea", "brown sugar boba",  "mango slush",
                                "thai iced tea", "passion fruit tea", "matcha latte"};
constexpr Word kBobaDishes[] = {"popcorn chicken", "egg waffle", "mochi",
                                "pork bun",        "taro bun",   "shaved ice"};
constexpr Word kBobaExtras[] = {"Taiwanese", "Juice Bars & Smoothies", "Desserts", "Themed Cafes"};

constexpr Word kDinerDrinks[] = {"chocolate milkshake", "bottomless coffee", "root beer float",
                                 "iced tea"};
constexpr Word kDinerDishes[] = {"patty melt",  "western omelette", "biscuits and gravy",
                                 "hash browns", "reuben",           "cherry pie",
                                 "meatloaf"};
constexpr Word kDinerExtras[] = {"American (Traditional)", "Burgers", "Breakfast & Brunch",
                                 "Comfort Food"};

constexpr Word kJuiceDrinks[] = {"green smoothie", "carrot ginger juice", "cold brew", "kombucha",
                                 "beet juice"};
constexpr Word kJuiceDishes[] = {"açaí bowl",     "kale salad",   "quinoa bowl",
                                 "avocado toast", "chia pudding", "veggie wrap"};
constexpr Word kJuiceExtras[] = {"Vegan", "Vegetarian", "Salad", "Gluten-Free", "Health Markets"};

constexpr Word kTaqueriaDrinks[] = {"horchata", "café de olla", "michelada", "agua fresca",
                                    "mexican hot chocolate"};
constexpr Word kTaqueriaDishes[] = {"al pastor tacos", "chilaquiles", "jalapeño poppers",
                                    "guacamole",       "tres leches", "breakfast tacos",
                                    "queso fundido",   "churros"};
constexpr Word kTaqueriaExtras[] = {"Tacos", "Breakfast & Brunch", "Food Trucks", "Bars"};

constexpr Word kNoodleDrinks[] = {"vietnamese coffee", "iced jasmine tea", "yuzu soda", "sake"};
constexpr Word kNoodleDishes[] = {"phở",   "banh mi",      "tonkotsu ramen", "dan dan noodles",
                                  "gyoza", "summer rolls", "bún chả",        "miso soup"};
constexpr Word kNoodleExtras[] = {"Vietnamese", "Japanese", "Asian Fusion", "Soup", "Vegetarian"};

constexpr VenueKind kKinds[] = {
    {"Coffee", "Coffee & Tea, Food, Cafes", kCoffeeExtras, false, kCoffeeDishes, kCoffeeDrinks},
    {"Bakehouse", "Bakeries, Food, Coffee & Tea", kBakeryExtras, false, kBakeryDishes,
     kBakeryDrinks},
    {"Tea House", "Coffee & Tea, Food", kTeaExtras, false, kTeaDishes, kTeaDrinks},
    {"Kitchen", "Restaurants, Breakfast & Brunch, Cafes", kBrunchExtras, false, kBrunchDishes,
     kBrunchDrinks},
    {"Books & Café", "Coffee & Tea, Food, Shopping", kBookshopExtras, false, kBookshopDishes,
     kBookshopDrinks},
    {"Gelateria", "Gelato, Food, Cafes", kGelatoExtras, true, kGelatoDishes, kGelatoDrinks},
    {"Wine Café", "Wine Bars, Restaurants, Cafes", kWineExtras, true, kWineDishes, kWineDrinks},
    {"Tea Bar", "Bubble Tea, Food, Coffee & Tea", kBobaExtras, true, kBobaDishes, kBobaDrinks},
    {"Diner", "Diners, Restaurants", kDinerExtras, false, kDinerDishes, kDinerDrinks},
    {"Juicery", "Juice Bars & Smoothies, Food, Cafes", kJuiceExtras, false, kJuiceDishes,
     kJuiceDrinks},
    {"Cantina", "Mexican, Restaurants, Cafes", kTaqueriaExtras, true, kTaqueriaDishes,
     kTaqueriaDrinks},
    {"Noodle Bar", "Noodles, Restaurants", kNoodleExtras, true, kNoodleDishes, kNoodleDrinks},
};

constexpr City kCityList[] = {
    {"Port Ellery", "PA", "191", 39'958'200, -75'163'400},
    {"Marrow Bay", "FL", "337", 27'771'900, -82'638'700},
    {"Saint Orla", "LA", "701", 29'951'100, -90'071'500},
    {"Harrow Falls", "TN", "372", 36'162'700, -86'781'600},
    {"Copper Mesa", "AZ", "857", 32'221'700, -110'926'500},
    {"Vellmont", "NJ", "080", 39'925'900, -75'119'600},
};

constexpr Word kVenueNameList[] = {
    "Copper Kettle",   "Juniper & Rye", "Blue Heron",     "Café Marigold",    "Little Lantern",
    "Paper Crane",     "Third Street",  "Luna's",         "Old Mill",         "Wild Fennel",
    "The Daily Grind", "Sparrow",       "Night Owl",      "Golden Hour",      "Red Door",
    "Fig & Thistle",   "Corner Table",  "Slow Morning",   "La Petite Étoile", "Honeycomb",
    "Salt & Cedar",    "Moonflower",    "Green Umbrella", "Railway",          "Half Moon",
    "Velvet Fox",      "Two Sisters",   "Rosie's",        "Cobblestone",      "North Star",
    "Quiet Corner",    "Tin Roof",      "Señor Gato",     "Bluebird",         "Crooked Spoon",
    "Harbor Light",    "Maple & Main",  "Ink & Ivory",    "Big Apron",        "Sunny Side",
    "Zur Linde",       "Pocket Park",   "Ginger Root",    "Wandering Goat",   "Lucky Penny",
    "Silver Birch",    "Chez Amélie",   "Plum Alley",     "Fox & Feather",    "Good Neighbor",
};

constexpr Word kStreetList[] = {"Market St",  "Walnut St",    "Linden Ave",  "Orchard Rd",
                                "2nd Ave",    "Front St",     "Canal St",    "Magnolia Blvd",
                                "Mission Dr", "Old Ferry Rd", "Foundry Ave", "Cherry Ln",
                                "Broad St",   "Station Sq",   "Harbor Way",  "Peña Ct"};

constexpr Word kFirstNameList[] = {
    "Alice",  "Bob",      "Carol",  "David",  "Emma",    "Frank",  "Grace",  "Henry", "Ivy",
    "Jack",   "Kate",     "Leo",    "Mia",    "Noah",    "Olivia", "Peter",  "Quinn", "Rose",
    "Sam",    "Tina",     "Uma",    "Victor", "Wendy",   "Xavier", "Yara",   "Zack",  "Amy",
    "Ben",    "Chloe",    "Dan",    "Eve",    "Felix",   "Gina",   "Hugo",   "Iris",  "Jonas",
    "Kim",    "Lucy",     "Marco",  "Nina",   "Oscar",   "Priya",  "Ravi",   "Sofia", "Tom",
    "Ursula", "Vera",     "Will",   "Ximena", "Yuki",    "Zoë",    "José",   "Björn", "Chloé",
    "Anaïs",  "Siobhán",  "Łukasz", "Inês",   "Mei",     "Amir",   "Tariq",  "Ngozi", "Kwame",
    "Leila",  "Hana",     "Diego",  "Bianca", "Elena",   "Pavel",  "Greta",  "Otto",  "Freya",
    "Nadia",  "Omar",     "Paige",  "Reid",   "Stella",  "Theo",   "Violet", "Wyatt", "Abby",
    "Brett",  "Cody",     "Derek",  "Erin",   "Fiona",   "Gavin",  "Holly",  "Ian",   "Jill",
    "Kevin",  "Laura",    "Mason",  "Nora",   "Owen",    "Pam",    "Rachel", "Steve", "Tara",
    "Vince",  "Mary Ann", "Renée",  "Ana",    "Joaquín",
};

constexpr Word kCompanionList[] = {"my sister",     "my husband",     "a friend from work",
                                   "my mom",        "my wife",        "my roommate",
                                   "our neighbors", "my study group", "my in-laws",
                                   "a date",        "my cousin",      "an old classmate"};

constexpr Word kWeekdayList[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                 "Friday", "Saturday", "Sunday"};

constexpr Word kEmojiList[] = {"😍", "☕", "👍", "🥐", "🎉", "😋", "💛", "🐶"};

}  // namespace

const std::span<const VenueKind> kVenueKinds = kKinds;
const std::span<const City> kCities = kCityList;
const Words kVenueNames = kVenueNameList;
const Words kStreets = kStreetList;
const Words kFirstNames = kFirstNameList;
const Words kCompanions = kCompanionList;
const Words kWeekdays = kWeekdayList;
const Words kEmoji = kEmojiList;

}  // namespace seedc::gen
